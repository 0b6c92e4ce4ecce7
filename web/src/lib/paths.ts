export { paths } from '@framelift/contracts/paths';
