/** The page manage-orders. */
export default function ManageOrders() {
  return <h1>ManageOrders</h1>;
}
