import type { z } from 'zod/mini';
import { errorReplySchema } from '#contracts/app-error.ts';
import * as parts from '#contracts/call-parts.ts';
import { pictureSchema } from '#contracts/picture.ts';
import { shopDetailsSchema, shopOfPagesSchema } from '#contracts/shop-details.ts';
import { shopSettingsSchema } from '#contracts/shop-settings.ts';
import { newStaffNoteSchema, staffNoteSchema } from '#contracts/staff-note.ts';
import { activitySchema } from '#features/activity/contract.ts';
import * as apiKeys from '#features/api-keys/contract.ts';
import { auditEventSchema } from '#features/audit/contract.ts';
import * as catalogue from '#features/catalogue/contract.ts';
import {
  addedToolSchema,
  addToolSchema,
  documentEditSchema,
  specificationNameSchema,
  toolEditSchema,
} from '#features/catalogue/managed-contract.ts';
import * as taxonomy from '#features/categories/contract.ts';
import * as charges from '#features/charge-rules/contract.ts';
import * as chargeRules from '#features/charge-rules/managed-contract.ts';
import * as contact from '#features/contact/contract.ts';
import { newContactMessageSchema } from '#features/contact/contract.ts';
import { customerSchema } from '#features/customers/contract.ts';
import { foundOnDeskSchema } from '#features/desk-search/contract.ts';
import { mailboxMessageSchema } from '#features/mailbox/contract.ts';
import * as orders from '#features/orders/contract.ts';
import * as desk from '#features/orders/desk-contract.ts';
import { overviewSchema } from '#features/overview/contract.ts';
import { waitingSchema } from '#features/overview/waiting-contract.ts';
import * as payments from '#features/payments/contract.ts';
import { uploadedPictureSchema } from '#features/pictures/contract.ts';
import * as reviews from '#features/reviews/contract.ts';
import * as managedReviews from '#features/reviews/contract.ts';
import * as synonyms from '#features/search/synonym-contract.ts';
import { detailsChangeSchema, managedDetailsSchema } from '#features/shop-details/contract.ts';
import * as stock from '#features/stock/contract.ts';
import { restockNoticeSchema } from '#features/stock/contract.ts';
import * as users from '#features/users/contract.ts';
import * as notices from '#features/users/notices/contract.ts';
import * as roles from '#features/users/roles-contract.ts';

/** The names of schemas in the API's document, and in clients generated from it; a body's name ends in
 * `Input`. */
export const namedSchemas: Record<string, z.core.$ZodType> = {
  AcceptPrice: orders.acceptPriceSchema,
  AccessToken: users.tokenReplySchema,
  Activity: activitySchema,
  AddApiKey: apiKeys.newApiKeySchema,
  AddBrand: taxonomy.newBrandSchema,
  AddCategory: taxonomy.newCategorySchema,
  AddReview: reviews.newReviewSchema,
  AddSynonym: synonyms.newSynonymSchema,
  AddStaffNote: newStaffNoteSchema,
  SpecificationName: specificationNameSchema,
  AddedApiKey: apiKeys.addedApiKeySchema,
  AddedTool: addedToolSchema,
  AddTool: addToolSchema,
  AdminAnswer: roles.adminReplySchema,
  AnswerContactMessage: contact.answerContactMessageSchema,
  AnswerReview: managedReviews.answerReviewSchema,
  AuthenticateCard: payments.authenticateCardSchema,
  BlockUser: roles.blockSchema,
  ApiKey: apiKeys.apiKeySchema,
  Bill: payments.billSchema,
  Brand: taxonomy.brandSchema,
  BuyersOrder: orders.buyersOrderSchema,
  Category: taxonomy.categorySchema,
  ChangeStock: stock.stockChangeSchema,
  ChangeDelivery: chargeRules.deliveryRulesSchema,
  ChangeDetails: detailsChangeSchema,
  ChangeTax: chargeRules.taxRulesSchema,
  Charges: charges.chargesSchema,
  ChargeRules: chargeRules.managedRulesSchema,
  GetCharges: charges.chargesRequestSchema,
  ConfirmCard: payments.confirmCardSchema,
  ConfirmedCard: payments.confirmedCardSchema,
  ContactMessage: contact.contactMessageSchema,
  CreatePaymentIntent: payments.newPaymentIntentSchema,
  Deleted: parts.deletedSchema,
  Customer: customerSchema,
  DeskOrder: desk.deskOrderSchema,
  EditDocument: documentEditSchema,
  EditBrand: taxonomy.brandEditSchema,
  EditCategory: taxonomy.categoryEditSchema,
  EditTool: toolEditSchema,
  ErrorReply: errorReplySchema,
  HideReview: managedReviews.hideReviewSchema,
  Inserted: parts.insertedSchema,
  ListedOrder: orders.listedOrderSchema,
  MailboxMessage: mailboxMessageSchema,
  ManagedDetails: managedDetailsSchema,
  ManagedReview: managedReviews.managedReviewSchema,
  MergeTaxon: taxonomy.mergeSchema,
  Modified: parts.modifiedSchema,
  Notice: notices.noticeSchema,
  Order: orders.orderSchema,
  OrderEvent: auditEventSchema,
  OrderAnswers: desk.orderAnswersSchema,
  OrderIds: desk.orderIdsSchema,
  StaffNote: staffNoteSchema,
  FoundOnDesk: foundOnDeskSchema,
  Overview: overviewSchema,
  Waiting: waitingSchema,
  PaymentIntent: payments.paymentIntentSchema,
  Picture: pictureSchema,
  PlaceOrder: orders.newOrderSchema,
  PlacedOrder: orders.placedOrderSchema,
  Profile: users.profileSchema,
  ReportPayment: orders.payOrderSchema,
  RestockNotice: restockNoticeSchema,
  Review: reviews.reviewSchema,
  SendContactMessage: newContactMessageSchema,
  ShopDetails: shopDetailsSchema,
  ShopOfPages: shopOfPagesSchema,
  ShopSettings: shopSettingsSchema,
  StockChanged: stock.stockChangedSchema,
  StockMovement: stock.stockMovementSchema,
  Synonym: synonyms.synonymSchema,
  StopEmails: notices.stopEmailsSchema,
  StoppedNotice: notices.stoppedNoticeSchema,
  SwitchNotice: notices.switchNoticeSchema,
  TakeDelivery: stock.receivedStockSchema,
  Tool: catalogue.toolSchema,
  ToolCategory: catalogue.toolCategorySchema,
  ToolFacets: catalogue.toolFacetsSchema,
  UpdateOrder: orders.orderChangeSchema,
  UpdateProfile: users.profileChangeSchema,
  UploadedPicture: uploadedPictureSchema,
  User: roles.userRowSchema,
  WebhookAnswer: payments.webhookReplySchema,
};
