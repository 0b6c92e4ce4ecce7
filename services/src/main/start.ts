import { openAllInOne, serveAllInOne } from './all-in-one.ts';
import { runProcess } from './process.ts';

runProcess(openAllInOne, serveAllInOne);
