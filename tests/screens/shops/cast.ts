/** Somebody with an account. */
export type Person = { name: string; email: string; password: string };

const password = 'mitre-and-bevel';

/** A word that nothing can break at a space: 60 characters. */
export const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauhof';

/** A tool’s name of 120 characters, a word of 60 in it. */
export const longToolName = `${longWord} cordless brushless combination hammer drill, 18.0 V, 105 Nm`;

/** The admin that every shop starts with. */
export const admin: Person = { name: 'Admin', email: 'owner@toolyard.example', password };

/** Who stands at the desk, in the shops with trade. */
export const staff: Person = { name: 'Robin Keeper', email: 'robin@toolyard.example', password };

/** Who looks at a buyer's screens, in every shop but that of long names. */
export const buyer: Person = { name: 'Ada Joiner', email: 'ada@joiner.example', password };

/** The buyer of the shop of long names. */
export const longBuyer: Person = {
  name: `${longWord} of Llanfairpwllgwyngyllgogerychwyrndrobwll and Sons Limited`,
  email: 'maximiliana-theodora.von-und-zu-hohenlohe.workshop-purchasing@joinery.example',
  password,
};

/** Others who buy in the shop with the demo catalogue. */
export const otherBuyers: Person[] = [
  { name: 'Grace Turner', email: 'grace@turner.example', password },
  { name: 'Marek Sawyer', email: 'marek@sawyer.example', password },
  { name: 'Siobhan O’Hara', email: 'siobhan@ohara-roofing.example', password },
];
