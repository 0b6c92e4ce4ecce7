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
  productPath,
  tweakPath,
} from '@framelift/contracts/paths';
