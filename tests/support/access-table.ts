import { type CurrentUser, keyAskers, peopleAskers, type Side } from './access-askers.ts';

/* The status that each asker gets from each call. `200/404` is the status for the owner's own object and for
 * a stranger's. The last six columns are invalid tokens; a session that lacks its second factor gets what
 * one gets that has ended, and staff who have not set up the one that is demanded of them what the demoted
 * get. API keys follow from the rest (`statusOfKey`). A route without a row, or a row
 * without a route, fails the tests. */
const table = `
                                     visitor owner    other    admin    staff    demoted  unverified idle    forged usedProof hash signedOut malformed
GET+HEAD /healthz                        200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /readyz                         200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /openapi.json                   200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /api-reference                  200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /settings                       200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /details                        200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /managedetails                  401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /details/figures                401 403      403      200      403      403      403        401     401    401     401      401       401
PATCH /details                           401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /legal-pages                    200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /legal-pages/:page              200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /legal-files/:name              200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /managelegal                    401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /managelegal/:page              401 403      403      200      403      403      403        401     401    401     401      401       401
POST /legal-pages/:page/versions         401 403      403      201      403      403      403        401     401    401     401      401       401
PUT /legal-pages/:page/published         401 403      403      200      403      403      403        401     401    401     401      401       401
POST /legal-files                        401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /duties                         401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /setup-guide                    401 403      403      200      403      403      403        401     401    401     401      401       401
PATCH /setup-guide                       401 403      403      200      403      403      403        401     401    401     401      401       401
PATCH /setup-guide/:step                 401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /demo-data                      401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /demo-data                        401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /charge-rules                   401 403      403      200      403      403      403        401     401    401     401      401       401
PUT /charge-rules/delivery               401 403      403      200      403      403      403        401     401    401     401      401       401
PUT /charge-rules/tax                    401 403      403      200      403      403      403        401     401    401     401      401       401
POST /details/logo                       401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /logo/:logo/:file               200 200      200      200      200      200      200        200     200    200     200      200       200

GET+HEAD /tool                           200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /feeds/google.xml               404 404      404      404      404      404      404        404     404    404     404      404       404
GET+HEAD /feeds/new-tools.xml            200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /feeds/sitemap                  200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /feeds/sitemap/:number          404 404      404      404      404      404      404        404     404    404     404      404       404
GET+HEAD /tool/cards                     200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /tool/facets                    200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /tool/categories                200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /managetool/specifications      401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /tool/:id                       200 200      200      200      200      200      200        200     200    200     200      200       200
POST /tool                               401 403      403      200      403      403      403        401     401    401     401      401       401
PATCH /tool/:id                          401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /tool/:id                         401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /tool/:id/documents/:documentId 200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /tool/:id/related               200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /managetool/:id/links           401 403      403      200      200      403      403        401     401    401     401      401       401
PUT /tool/:id/links                      401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /families/:id                   200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /managefamilies                 401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /managefamilies/:id             401 403      403      200      200      403      403        401     401    401     401      401       401
POST /families                           401 403      403      200      403      403      403        401     401    401     401      401       401
PATCH /families/:id                      401 403      403      200      403      403      403        401     401    401     401      401       401
POST /families/:id/members               401 403      403      200      403      403      403        401     401    401     401      401       401
POST /families/:id/sizes                 401 403      403      200      403      403      403        401     401    401     401      401       401
POST /families/:id/split                 401 403      403      200      403      403      403        401     401    401     401      401       401
POST /families/:id/merge                 401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /families/:id                     401 403      403      200      403      403      403        401     401    401     401      401       401
POST /tool/:id/documents                 401 403      403      201      403      403      403        401     401    401     401      401       401
PATCH /tool/:id/documents/:documentId    401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /tool/:id/documents/:documentId   401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /tool/:id/stock                 401 403      403      200      200      403      403        401     401    401     401      401       401
POST /tool/:id/stock                     401 403      403      200      200      403      403        401     401    401     401      401       401
POST /deliveries                         401 403      403      201      201      403      403        401     401    401     401      401       401
GET+HEAD /imports                        401 403      403      200      403      403      403        401     401    401     401      401       401
POST /imports                            401 403      403      201      403      403      403        401     401    401     401      401       401
POST /imports/bulk                       401 403      403      201      403      403      403        401     401    401     401      401       401
GET+HEAD /imports/:id                    401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /imports/:id/changes            401 403      403      200      403      403      403        401     401    401     401      401       401
GET /imports/:id/errors.csv              401 403      403      200      403      403      403        401     401    401     401      401       401
POST /imports/:id/apply                  401 403      403      200      403      403      403        401     401    401     401      401       401
POST /imports/:id/undo                   401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /tool/:id/restock-notice        401 200      200      200      200      200      200        401     401    401     401      401       401
GET+HEAD /tool/:id/terms                 401 200      200      200      200      200      200        401     401    401     401      401       401
PUT /tool/:id/restock-notice             401 200      200      200      200      200      403        401     401    401     401      401       401
DELETE /tool/:id/restock-notice          401 200      200      200      200      200      200        401     401    401     401      401       401
GET+HEAD /managetool/:id                 401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /managetool                     401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /categories                     200 200      200      200      200      200      200        200     200    200     200      200       200
POST /categories                         401 403      403      200      403      403      403        401     401    401     401      401       401
PATCH /categories/:id                    401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /categories/:id                   401 403      403      200      403      403      403        401     401    401     401      401       401
POST /categories/:id/merge               401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /brands                         200 200      200      200      200      200      200        200     200    200     200      200       200
POST /brands                             401 403      403      200      403      403      403        401     401    401     401      401       401
PATCH /brands/:id                        401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /brands/:id                       401 403      403      200      403      403      403        401     401    401     401      401       401
POST /brands/:id/merge                   401 403      403      200      403      403      403        401     401    401     401      401       401
GET /exports/tools.csv                   401 403      403      200      403      403      403        401     401    401     401      401       401
GET /exports/orders.csv                  401 403      403      200      200      403      403        401     401    401     401      401       401
GET /exports/invoices.csv                401 403      403      200      200      403      403        401     401    401     401      401       401
GET /exports/papers.zip                  401 403      403      200      403      403      403        401     401    401     401      401       401
GET /exports/users.csv                   401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /synonyms                       401 403      403      200      403      403      403        401     401    401     401      401       401
POST /synonyms                           401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /synonyms/:id                     401 403      403      200      403      403      403        401     401    401     401      401       401
POST /image                              401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /pictures/:file                 200 200      200      200      200      200      200        200     200    200     200      200       200

POST /orders                             401 201      201      201      201      201      201        401     401    401     401      401       401
POST /quick-order                        401 200      200      200      200      200      200        401     401    401     401      401       401
POST /quick-order/tools                  401 200      200      200      200      200      200        401     401    401     401      401       401
POST /orders/destination                 401 200      200      200      200      200      200        401     401    401     401      401       401
PUT /cart                                401 200      200      200      200      200      200        401     401    401     401      401       401
GET+HEAD /lists                          401 200      200      200      200      200      200        401     401    401     401      401       401
POST /lists                              401 201      201      201      201      201      201        401     401    401     401      401       401
GET+HEAD /lists/:id                      401 200/404  404      404      404      404      404        401     401    401     401      401       401
PUT /lists/:id                           401 200/404  404      404      404      404      404        401     401    401     401      401       401
DELETE /lists/:id                        401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /orders/batch                       401 201      201      201      201      201      201        401     401    401     401      401       401
GET+HEAD /orders                         401 200/403  403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /orders/:id                     401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /orders/:id/invoice.pdf         401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /refunds/:id/credit-note.pdf    401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /payments/:transactionId/bill   401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /orders/:id/open-invoice        401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /transfer-terms                 401 403      403      200      200      403      403        401     401    401     401      401       401
POST /invoices/:id/withdraw              401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /invoices                       401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /invoices/:id.pdf               401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /orders/:id/audit               401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /orders/:id/notes               401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /orders/:id/parcels             401 200/404  404      200      200      404      404        401     401    401     401      401       401
POST /orders/:id/notes                   401 403      403      200      200      403      403        401     401    401     401      401       401
PUT /orders/:id                          401 200/404  404      200      200      404      404        401     401    401     401      401       401
PATCH /orders/:id                        401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /orders/:id/accept-price            401 200/404  404      404      404      404      404        401     401    401     401      401       401
DELETE /orders/:id                       401 200/404  404      200      200      404      404        401     401    401     401      401       401
DELETE /orders/:id/payment               401 200/404  404      200      200      404      404        401     401    401     401      401       401
POST /orders/:id/cancel                  401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /orders/:id/refunds             401 200/404  404      200      200      404      404        401     401    401     401      401       401
POST /orders/:id/refunds                 401 403      403      201      201      403      403        401     401    401     401      401       401
POST /refunds/:id/retry                  401 403      403      200      200      403      403        401     401    401     401      401       401
POST /refunds/:id/given                  401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /returns                        401 200      200      200      200      200      200        401     401    401     401      401       401
POST /returns                            401 201/404  404      201      201      404      404        401     401    401     401      401       401
GET+HEAD /returns/:id                    401 200/404  404      200      200      404      404        401     401    401     401      401       401
PATCH /returns/:id                       401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /orders/:id/returnable          401 200/404  404      200      200      404      404        401     401    401     401      401       401
POST /returns/:id/pictures               401 201/404  404      201      201      404      404        401     401    401     401      401       401
GET+HEAD /returns/:id/pictures/:place    401 200/404  404      200      200      404      404        401     401    401     401      401       401
PUT /returns/:id/label                   401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /returns/:id/label              401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /manageorders                   401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /manageorders/:number/purchase  401 403      403      200      200      403      403        401     401    401     401      401       401
PUT /manageorders/:id                    401 403      403      200      200      403      403        401     401    401     401      401       401
POST /customers/:email/orders            401 403      403      201      201      403      403        401     401    401     401      401       401
POST /customers/:email/pay-link          401 403      403      200      200      403      403        401     401    401     401      401       401
POST /customers/:email/invoices          401 403      403      201      201      403      403        401     401    401     401      401       401
POST /customers/:email/mark-paid         401 403      403      200      200      403      403        401     401    401     401      401       401
POST /customers/:email/accept-price      401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /customers/:email/delivery      401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /holds                          401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /quotes                         401 200/403  403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /quotes/:id                     401 200/404  404      200      200      404      404        401     401    401     401      401       401
POST /quotes                             401 201/404  404      404      404      404      404        401     401    401     401      401       401
POST /quotes/:id/accept                  401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /quotes/:id/decline                 401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /quotes/:id/offer                   401 403      403      200      200      403      403        401     401    401     401      401       401
POST /quotes/:id/withdraw                401 403      403      200      200      403      403        401     401    401     401      401       401
POST /customers/:email/quotes            401 403      403      201      201      403      403        401     401    401     401      401       401
POST /parcels                            401 403      403      201      201      403      403        401     401    401     401      401       401
PATCH /parcels/:id                       401 403      403      200      200      403      403        401     401    401     401      401       401
POST /parcels/delivered                  401 403      403      200      200      403      403        401     401    401     401      401       401
DELETE /parcels/:id                      401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /carriers                       401 403      403      200      200      403      403        401     401    401     401      401       401
PUT /carriers                            401 403      403      200      403      403      403        401     401    401     401      401       401
POST /shipments                          401 403      403      200      200      403      403        401     401    401     401      401       401
POST /delay-notices                      401 403      403      200      200      403      403        401     401    401     401      401       401
POST /delay-notices/:id/answer           401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /exemption-certificates             401 201/403  403      201      201      403      403        401     401    401     401      401       401
GET+HEAD /exemption-certificates         401 200/403  403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /exemption-certificates/pending 401 403      403      200      200      403      403        401     401    401     401      401       401
PATCH /exemption-certificates/:id        401 403      403      200      200      403      403        401     401    401     401      401       401
DELETE /exemption-certificates/:id       401 200/404  404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /exemption-certificates/:id/file 401 200/404 404      200      200      404      404        401     401    401     401      401       401
GET+HEAD /delay-notices/linked           200 200      200      200      200      200      200        200     200    200     200      200       200
POST /delay-notices/linked               200 200      200      200      200      200      200        200     200    200     200      200       200
POST /shipments/undo                     401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /overview                       401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /waiting                        401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /webhook-endpoints              401 403      403      200      403      403      403        401     401    401     401      401       401
POST /webhook-endpoints                  401 403      403      201      403      403      403        401     401    401     401      401       401
PATCH /webhook-endpoints/:id             401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /webhook-endpoints/:id            401 403      403      200      403      403      403        401     401    401     401      401       401
POST /webhook-endpoints/:id/rotate-secret 401 403      403      200      403      403      403        401     401    401     401      401       401
POST /webhook-endpoints/:id/test         401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /webhook-endpoints/:id/deliveries 401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /webhook-endpoints/:id/deliveries/:deliveryId 401 403      403      200      403      403      403        401     401    401     401      401       401
POST /webhook-endpoints/:id/deliveries/:deliveryId/resend 401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /activity                       401 403      403      200      403      403      403        401     401    401     401      401       401
GET+HEAD /desk-search                    401 403      403      200      200      403      403        401     401    401     401      401       401

POST /charges                            401 200/404  404      200      200      404      404        401     401    401     401      401       401
POST /create-payment-intent              401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /webhooks/payment                   400 400      400      400      400      400      400        400     400    400     400      400       400
POST /sandbox-cards/intents/:intentId/confirm       200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404
POST /sandbox-cards/intents/:intentId/authenticate  200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404 200/404

GET+HEAD /review                         200 200      200      200      200      200      200        200     200    200     200      200       200
POST /review                             401 200      200      200      200      200      200        401     401    401     401      401       401
GET+HEAD /managereviews                  401 403      403      200      200      403      403        401     401    401     401      401       401
POST /review/:id/hide                    401 403      403      200      200      403      403        401     401    401     401      401       401
POST /review/:id/show                    401 403      403      200      200      403      403        401     401    401     401      401       401
POST /review/:id/answer                  401 403      403      200      200      403      403        401     401    401     401      401       401
POST /contact                            200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /contact                        401 403      403      200      200      403      403        401     401    401     401      401       401
POST /contact/:id/answer                 401 403      403      200      200      403      403        401     401    401     401      401       401
POST /contact/:id/close                  401 403      403      200      200      403      403        401     401    401     401      401       401
POST /contact/:id/reopen                 401 403      403      200      200      403      403        401     401    401     401      401       401

PUT /user/:email                         401 401      401      401      401      401      401        401     401    401     401      401       401
GET+HEAD /user/:email                    401 200/403  403      200      200      403      403        401     401    401     401      401       401
PATCH /user/:email                       401 200/403  403      403      403      403      403        401     401    401     401      401       401
GET+HEAD /account/sessions               401 200      200      200      200      200      200        401     401    401     401      401       401
DELETE /account/sessions/:id             401 200/404  404      404      404      404      404        401     401    401     401      401       401
DELETE /account/sessions                 401 200      200      200      200      200      200        401     401    401     401      401       401
POST /account/password                   401 400      409      400      409      409      409        401     401    401     401      401       401
POST /account/email                      401 202      202      202      202      202      202        401     401    401     401      401       401
POST /account/email/confirm              401 400      400      400      400      400      400        401     401    401     401      401       401
POST /account/email/undo                 400 400      400      400      400      400      400        400     400    400     400      400       400
GET+HEAD /account/security               401 200      200      200      200      200      200        401     401    401     401      401       401
GET+HEAD /account/session                401 200      200      200      200      200      200        401     401    401     401      401       401
POST /account/authenticator              401 200      200      200      200      200      200        401     401    401     401      401       401
POST /account/authenticator/confirm      401 400      400      400      400      400      400        401     401    401     401      401       401
DELETE /account/authenticator            401 404      404      404      404      404      404        401     401    401     401      401       401
POST /account/recovery-codes             401 404      404      404      404      404      404        401     401    401     401      401       401
POST /account/passkeys/options           401 200      200      200      200      200      200        401     401    401     401      401       401
POST /account/passkeys                   401 400      400      400      400      400      400        401     401    401     401      401       401
PATCH /account/passkeys/:id              401 200/404  404      404      404      404      404        401     401    401     401      401       401
DELETE /account/passkeys/:id             401 200/404  404      404      404      404      404        401     401    401     401      401       401
GET+HEAD /notices                        401 403      403      200      200      403      403        401     401    401     401      401       401
PUT /notices/:notice                     401 403      403      200      200      403      403        401     401    401     401      401       401
POST /withdrawals                        404 404      404      404      404      404      404        404     404    404     404      404       404
POST /notices/stop                       200 200      200      200      200      200      200        200     200    200     200      200       200
GET+HEAD /addresses                      401 200      200      200      200      200      200        401     401    401     401      401       401
POST /addresses                          401 201      201      201      201      201      201        401     401    401     401      401       401
PUT /addresses/:id                       401 200/404  404      404      404      404      404        401     401    401     401      401       401
DELETE /addresses/:id                    401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /addresses/:id/default              401 200/404  404      404      404      404      404        401     401    401     401      401       401
GET+HEAD /user                           401 403      403      200      200      403      403        401     401    401     401      401       401
DELETE /account                          401 400      400      400      400      400      400        401     401    401     401      401       401
DELETE /user/:email                      401 403      403      200      403      403      403        401     401    401     401      401       401
POST /account/export                     401 202      202      202      202      202      202        401     401    401     401      401       401
GET+HEAD /account/export                 401 200      200      200      200      200      200        401     401    401     401      401       401
GET /account/export/file                 401 200/404  404      404      404      404      404        401     401    401     401      401       401
POST /user/export/:email                 401 403      403      202      403      403      403        401     401    401     401      401       401
GET+HEAD /invitations                    401 403      403      200      403      403      403        401     401    401     401      401       401
POST /invitations                        401 403      403      201      403      403      403        401     401    401     401      401       401
POST /invitations/:id/resend             401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /invitations/:id                  401 403      403      200      403      403      403        401     401    401     401      401       401
POST /invitations/accept                 401 400      400      400      400      400      400        401     401    401     401      401       401
PUT /user/admin/:email                   401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /user/admin/:email                401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /user/factors/:email              401 403      403      200      403      403      403        401     401    401     401      401       401
PUT /user/staff/:email                   401 403      403      200      403      403      403        401     401    401     401      401       401
DELETE /user/staff/:email                401 403      403      200      403      403      403        401     401    401     401      401       401
PUT /user/blocked/:email                 401 403      403      200      200      403      403        401     401    401     401      401       401
DELETE /user/blocked/:email              401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /api-keys                       401 200      200      200      200      200      200        401     401    401     401      401       401
POST /api-keys                           401 201      201      201      201      201      409        401     401    401     401      401       401
DELETE /api-keys/:id                     401 200/404  404      200      404      404      404        401     401    401     401      401       401
POST /customers                          401 403      403      201      201      403      403        401     401    401     401      401       401
PUT /customers/:email/email              401 403      403      200      200      403      403        401     401    401     401      401       401
POST /customers/:email/verification      401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /customers/:email               401 403      403      200      200      403      403        401     401    401     401      401       401
POST /customers/:email/notes             401 403      403      200      200      403      403        401     401    401     401      401       401
GET+HEAD /admin/:email                   401 200      200      200      200      200      200        401     401    401     401      401       401
GET+HEAD /mailbox/messages               401 403      403      200      403      403      403        401     401    401     401      401       401

POST /api/auth/sign-up/email             200 200      200      200      200      200      200        200     200    200     200      200       200
POST /api/auth/sign-in/email             401 401      401      401      401      401      401        401     401    401     401      401       401
POST /api/auth/sign-in/social            404 404      404      404      404      404      404        404     404    404     404      404       404
GET /api/auth/callback/google            302 302      302      302      302      302      302        302     302    302     302      302       302
GET /api/auth/get-session                401 401      401      401      401      401      401        401     401    401     401      401       401
POST /api/auth/confirm-password          401 400      400      400      400      400      400        401     401    401     401      401       401
POST /api/auth/second-factor             401 400      400      400      400      400      400        401     401    401     401      401       401
POST /api/auth/second-factor/passkey     400 400      400      400      400      400      400        400     400    400     400      400       400
POST /api/auth/passkey/options           200 200      200      200      200      200      200        401     401    401     401      401       401
POST /api/auth/passkey                   400 400      400      400      400      400      400        400     400    400     400      400       400
POST /api/auth/request-password-reset    200 200      200      200      200      200      200        200     200    200     200      200       200
POST /api/auth/reset-password            400 400      400      400      400      400      400        400     400    400     400      400       400
POST /api/auth/send-verification-email   401 400      400      400      400      400      400        401     401    401     401      401       401
GET /api/auth/verify-email               401 400      400      400      400      400      400        401     401    401     401      401       401
POST /api/auth/sign-out                  401 200      200      200      200      200      200        401     401    401     401      401       401
`;

type PersonAsker = (typeof peopleAskers)[number];

const otherColumns: Partial<Record<PersonAsker, PersonAsker>> = {
  lacksFactor: 'signedOut',
  overdue: 'demoted',
};
const columnOf = (asker: PersonAsker) => otherColumns[asker] ?? asker;
const columns = peopleAskers.filter((asker) => columnOf(asker) === asker);

/** A call, and the status that each asker gets from it. */
export type AccessRow = {
  method: string;
  path: string;
  status(currentUser: CurrentUser, side: Side): number;
};

/** Returns the table's rows, one for each method. @throws if a row lacks a status for an asker */
export function readAccessTable(): AccessRow[] {
  const [head = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '');
  if (head.trim().split(/\s+/).join() !== columns.join()) throw new Error('the columns are not the askers');
  return lines.flatMap(readLine);
}

function readLine(line: string): AccessRow[] {
  const [methods = '', path = '', ...cells] = line.trim().split(/\s+/);
  if (cells.length !== columns.length) throw new Error(`${methods} ${path} has ${cells.length} cells`);
  const statusOf = (asker: PersonAsker, side: Side) => {
    const [own, foreign = own] = (cells[columns.indexOf(columnOf(asker))] ?? '').split('/');
    return Number(side === 'own' ? own : foreign);
  };
  return methods.split('+').map((method) => ({
    method,
    path,
    status: (asker, side) =>
      isKey(asker)
        ? statusOfKey(asker, `${methods} ${path}`, (person) => statusOf(person, side))
        : statusOf(asker, side),
  }));
}

/** The guarded calls that take no API key: those about people's own accounts, roles, and keys. */
const withoutKeys = `
  DELETE /account, POST /account/export, GET+HEAD /account/export, GET /account/export/file,
  DELETE /user/:email, POST /user/export/:email, GET+HEAD /api-keys, POST /api-keys, DELETE /api-keys/:id, POST /webhook-endpoints, POST /webhook-endpoints/:id/rotate-secret, GET+HEAD /desk-search, GET+HEAD /mailbox/messages,
  GET+HEAD /invitations, POST /invitations, POST /invitations/:id/resend, DELETE /invitations/:id, POST /invitations/accept,
  PUT /customers/:email/email, POST /customers/:email/verification,
  GET+HEAD /exemption-certificates, POST /exemption-certificates, GET+HEAD /exemption-certificates/pending,
  GET+HEAD /exemption-certificates/:id/file, PATCH /exemption-certificates/:id, DELETE /exemption-certificates/:id,
  PUT /user/:email, GET+HEAD /user/:email, PATCH /user/:email, GET+HEAD /admin/:email,
  GET+HEAD /notices, PUT /notices/:notice, PUT /user/admin/:email, DELETE /user/admin/:email,
  PUT /user/staff/:email, DELETE /user/staff/:email, DELETE /user/factors/:email, PUT /user/blocked/:email, DELETE /user/blocked/:email,
  GET+HEAD /account/session, POST /api/auth/sign-out, POST /api/auth/send-verification-email,
  GET /api/auth/verify-email, POST /api/auth/confirm-password,
  POST /api/auth/second-factor, POST /api/auth/second-factor/passkey, POST /api/auth/passkey/options,
  GET+HEAD /account/sessions, DELETE /account/sessions/:id, DELETE /account/sessions,
  POST /account/password, POST /account/email, POST /account/email/confirm, GET+HEAD /account/security, POST /account/authenticator, POST /account/authenticator/confirm,
  DELETE /account/authenticator, POST /account/recovery-codes, POST /account/passkeys/options,
  POST /account/passkeys, PATCH /account/passkeys/:id, DELETE /account/passkeys/:id
`
  .split(/,|\n/)
  .map((call) => call.trim());

type KeyAsker = (typeof keyAskers)[number];

const isKey = (asker: CurrentUser): asker is KeyAsker => (keyAskers as readonly string[]).includes(asker);

/** What an API key gets: where a token is asked for, an admin's with every scope gets what the admin does. */
function statusOfKey(
  asker: KeyAsker,
  call: string,
  statusOf: (asker: 'visitor' | 'admin' | 'forged') => number,
): number {
  const isOpen = statusOf('visitor') === statusOf('admin') && statusOf('visitor') === statusOf('forged');
  const takesKeys = !withoutKeys.includes(call);
  if (isOpen && takesKeys) return statusOf('visitor');
  if (asker === 'endedKey') return 401;
  if (!takesKeys || (asker === 'littleKey' && !call.endsWith(' /activity'))) return 403;
  return statusOf('admin');
}
