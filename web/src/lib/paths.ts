export {
  adminPath,
  type AdminPlace,
  dashboardPath,
  type DashboardPlace,
  leadsTo,
  movedPlace,
  pageName,
  paths,
  placeAt,
  tweakPath,
} from '@framelift/contracts/paths';
