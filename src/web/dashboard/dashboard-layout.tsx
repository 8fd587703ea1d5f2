import { Outlet } from 'react-router';

/** The dashboard's frame. */
export default function DashboardLayout() {
  return <Outlet />;
}
