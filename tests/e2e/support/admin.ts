/** The admin that the tested shop is started with. */
export const e2eAdmin = { email: 'owner@toolyard.example', password: 'plumb-bob-and-chalk' };
