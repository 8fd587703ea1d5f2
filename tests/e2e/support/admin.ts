/** The admin account that the tested shop starts with. */
export const e2eAdmin = { email: 'owner@toolyard.example', password: 'plumb-bob-and-chalk' };
