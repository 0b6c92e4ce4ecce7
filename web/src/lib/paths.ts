export { adminPath, type AdminPlace, dashboardPath, type DashboardPlace, movedPlace, paths, placeAt } from '@framelift/contracts/paths';
