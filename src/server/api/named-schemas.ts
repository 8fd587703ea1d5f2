import type { z } from 'zod/mini';
import { errorReplySchema } from '#contracts/app-error.ts';
import { deletedSchema, insertedSchema, modifiedSchema } from '#contracts/call-parts.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { shopSettingsSchema } from '#contracts/shop-settings.ts';
import { auditEventSchema } from '#features/audit/contract.ts';
import {
  newToolSchema,
  toolCategorySchema,
  toolFacetsSchema,
  toolSchema,
} from '#features/catalogue/contract.ts';
import { uploadedPictureSchema } from '#features/catalogue/pictures/contract.ts';
import { newSynonymSchema, synonymSchema } from '#features/catalogue/search/synonym-contract.ts';
import { contactMessageSchema, newContactMessageSchema } from '#features/contact/contract.ts';
import { mailboxMessageSchema } from '#features/mailbox/contract.ts';
import {
  buyersOrderSchema,
  listedOrderSchema,
  newOrderSchema,
  orderChangeSchema,
  orderSchema,
  payOrderSchema,
  placedOrderSchema,
} from '#features/orders/contract.ts';
import {
  authenticateCardSchema,
  confirmCardSchema,
  confirmedCardSchema,
  newPaymentIntentSchema,
  paymentIntentSchema,
  webhookReplySchema,
} from '#features/orders/payments/contract.ts';
import { overviewSchema } from '#features/overview/contract.ts';
import { newReviewSchema, reviewSchema } from '#features/reviews/contract.ts';
import {
  adminReplySchema,
  profileChangeSchema,
  profileSchema,
  tokenReplySchema,
  userRowSchema,
} from '#features/users/contract.ts';

/** What the schemas are called in the API's document, and in the clients that are made of it; a body's name ends in `Input`. */
export const namedSchemas: Record<string, z.core.$ZodType> = {
  AccessToken: tokenReplySchema,
  AddReview: newReviewSchema,
  AddSynonym: newSynonymSchema,
  AddTool: newToolSchema,
  AdminAnswer: adminReplySchema,
  AuthenticateCard: authenticateCardSchema,
  BuyersOrder: buyersOrderSchema,
  Category: toolCategorySchema,
  ConfirmCard: confirmCardSchema,
  ConfirmedCard: confirmedCardSchema,
  ContactMessage: contactMessageSchema,
  CreatePaymentIntent: newPaymentIntentSchema,
  Deleted: deletedSchema,
  ErrorReply: errorReplySchema,
  Inserted: insertedSchema,
  ListedOrder: listedOrderSchema,
  MailboxMessage: mailboxMessageSchema,
  Modified: modifiedSchema,
  Order: orderSchema,
  OrderEvent: auditEventSchema,
  Overview: overviewSchema,
  PaymentIntent: paymentIntentSchema,
  Picture: pictureSchema,
  PlaceOrder: newOrderSchema,
  PlacedOrder: placedOrderSchema,
  Profile: profileSchema,
  ReportPayment: payOrderSchema,
  Review: reviewSchema,
  SendContactMessage: newContactMessageSchema,
  ShopSettings: shopSettingsSchema,
  Synonym: synonymSchema,
  Tool: toolSchema,
  ToolFacets: toolFacetsSchema,
  UpdateOrder: orderChangeSchema,
  UpdateProfile: profileChangeSchema,
  UploadedPicture: uploadedPictureSchema,
  User: userRowSchema,
  WebhookAnswer: webhookReplySchema,
};
