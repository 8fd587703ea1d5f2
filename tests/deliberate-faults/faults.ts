import { catalogueFaults } from './catalogue-faults.ts';
import { chargesFaults } from './charges-faults.ts';
import type { DeliberateFault } from './fault.ts';
import { groundFaults } from './ground-faults.ts';
import { ordersFaults } from './orders-faults.ts';
import { paymentsFaults } from './payments-faults.ts';
import { peopleFaults } from './people-faults.ts';
import { webhooksFaults } from './webhooks-faults.ts';

/** The rules that money, stock and personal data depend on, each broken as a hurried change might break
 * it. */
export const deliberateFaults: DeliberateFault[] = [
  ...paymentsFaults,
  ...ordersFaults,
  ...chargesFaults,
  ...catalogueFaults,
  ...peopleFaults,
  ...webhooksFaults,
  ...groundFaults,
];
