import type { z } from 'zod/mini';
import { errorReplySchema } from '#contracts/api-error.ts';
import { auditEventSchema } from '#contracts/audit.ts';
import { contactMessageSchema, newContactMessageSchema } from '#contracts/contact.ts';
import { mailboxMessageSchema } from '#contracts/mailbox.ts';
import {
  buyersOrderSchema,
  listedOrderSchema,
  newOrderSchema,
  orderChangeSchema,
  orderSchema,
  payOrderSchema,
  placedOrderSchema,
} from '#contracts/order.ts';
import { overviewSchema } from '#contracts/overview.ts';
import { newPaymentIntentSchema, paymentIntentSchema, webhookReplySchema } from '#contracts/payment.ts';
import { uploadedPictureSchema } from '#contracts/picture-upload.ts';
import { newReviewSchema, reviewSchema } from '#contracts/review.ts';
import { authenticateCardSchema, confirmCardSchema, confirmedCardSchema } from '#contracts/sandbox-cards.ts';
import { shopSettingsSchema } from '#contracts/shop-settings.ts';
import { newSynonymSchema, synonymSchema } from '#contracts/synonym.ts';
import {
  deletedSchema,
  insertedSchema,
  modifiedSchema,
  newToolSchema,
  pictureSchema,
  toolSchema,
} from '#contracts/tool.ts';
import { toolCategorySchema, toolFacetsSchema } from '#contracts/tool-search.ts';
import {
  adminReplySchema,
  profileChangeSchema,
  profileSchema,
  tokenReplySchema,
  userRowSchema,
} from '#contracts/user.ts';

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
