export {
  adminPath,
  type AdminPlace,
  dashboardPath,
  type DashboardPlace,
  movedPlace,
  pageName,
  paths,
  placeAt,
  tweakPath,
} from '@framelift/contracts/paths';
