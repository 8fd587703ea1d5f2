import { answerTasks } from '#platform/helper-process.ts';

type Task = { say: string } | { fail: string } | { wait: true };

// A helper process for the tests of helper processes.
answerTasks(async (task: Task) => {
  if ('fail' in task) throw new Error(task.fail);
  if ('wait' in task) await new Promise(() => undefined);
  return { said: 'say' in task ? task.say : '', pid: process.pid, secret: process.env.SHOP_SECRET ?? null };
});
