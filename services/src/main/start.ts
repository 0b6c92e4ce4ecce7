import { AllInOne } from './all-in-one.ts';
import { runProcess } from './process.ts';

const { open, serve } = new AllInOne();

runProcess(open, serve);
