export type Person = { name: string; email: string; password: string };

const password = 'mitre-and-bevel';

/** A 60-character word without a space to break at. */
export const longWord = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauhof';

/** A tool name of 120 characters, including a word of 60. */
export const longToolName = `${longWord} cordless brushless combination hammer drill, 18.0 V, 105 Nm`;

/** The admin that every shop starts with. */
export const admin: Person = { name: 'Admin', email: 'owner@toolyard.example', password };

/** The staff member at the desk, in the shops with trade. */
export const staff: Person = { name: 'Robin Keeper', email: 'robin@toolyard.example', password };

/** The buyer whose screens are shown, in every shop except the one with long names. */
export const buyer: Person = { name: 'Ada Joiner', email: 'ada@joiner.example', password };

/** The buyer in the shop with long names: one word that fits no narrow
 * window, and one that must not break. */
export const longBuyer: Person = {
  name: `${longWord} of Featherstonehaugh and Sons Limited`,
  email: 'maximiliana-theodora.von-und-zu-hohenlohe.workshop-purchasing@joinery.example',
  password,
};

/** The buyer in the shop with the longest real content: a name and an email of 60 characters each. */
export const realBuyer: Person = {
  name: 'Maximiliana-Theodora Featherstonehaugh, Riverside Joiners Ltd',
  email: 'maximiliana.featherstonehaugh@purchasing.riverside-join.example',
  password,
};

/** Other buyers in the shop with the demo catalogue. */
export const otherBuyers: Person[] = [
  { name: 'Grace Turner', email: 'grace@turner.example', password },
  { name: 'Marek Sawyer', email: 'marek@sawyer.example', password },
  { name: 'Siobhan O’Hara', email: 'siobhan@ohara-roofing.example', password },
];
