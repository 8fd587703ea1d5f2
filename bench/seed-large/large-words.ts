/** The brands, most common first. */
export const largeBrands: readonly string[] =
  'Halden, Tarnholt, Brackwell, Fenwright, Ostrand, Korvik, Mellbourne, Ravensmoor, Draxel, Norrund, Peverell, Stahlwin, Aldwick, Torvane, Grimsby Forge, Castellan, Voltmark, Beckhoff and Sons, Lindqvist, Marlow, Ironbridge, Tessaro, Wexcombe, Hartmann, Yarrow, Oakhurst, Kestrel, Brunmark, Sandvale, Pendrake, Rothwell, Arkwright, Silvano, Dunmore, Holtkamp, Ferrix, Calderon, Thornbury, Ulvik, Zelmar, Eastgate, Corvane, Bjornstad, Millrace, Penrose, Quarrystone, Vantor, Wolfsen, Ashdown, Cragmoor, Delvaux, Elmet, Fairlight, Gunnarsen, Hexley, Inverkip, Jorvik, Kilnsey, Langdale, Moorgate'.split(
    ', ',
  );

/** The parts of descriptions; `{spec}` and `{noun}` are filled in. */
export const largeSentences = {
  opening: [
    'A {noun} for site work that has to start on a cold morning.',
    'Made for the workshop: this {noun} stays where it is put and does what it says.',
    'The {noun} that joiners ask for by name.',
    'Light enough for overhead work, with the strength of a bigger {noun}.',
    'A plain {noun} without frills, built to be repaired.',
    'For plumbers and fitters who carry everything up the stairs themselves.',
    'An everyday {noun} for electricians, kitchens and second fix.',
    'Bought once, used for years: a {noun} with spare parts for every screw.',
  ],
  middle: [
    'Brushless motor, {spec}, two gears and a metal chuck.',
    'Forged from chrome vanadium steel, {spec}, hardened and tempered.',
    'Rated {spec}; runs all day without getting hot in the hand.',
    'Body of cast aluminium, {spec}, sealed against dust.',
    'Beech handle, {spec}, ground and honed ready for use.',
    'Hardened jaws, {spec}, insulated to 1000 volts.',
    'Variable speed, soft start and {spec}, with a brake that stops it at once.',
    'Double bearings, {spec}, laser-cut scale that does not wear off.',
  ],
  closing: [
    'Takes every battery of the range; charger sold separately.',
    'Supplied in a stacking case with a three-year guarantee.',
    'Spare blades and brushes are kept in stock.',
    'Comes with a belt hook, side handle and depth stop.',
    'Weighs little, and the cable is four metres long.',
    'Tested to the European standard; certificate in the box.',
    'Dust extraction port fits the usual hoses.',
    'Not for concrete; see the rotary hammers for that.',
  ],
  rare: [
    'Anodised in teal for the anniversary.',
    'Left-handed version.',
    'Reconditioned by the maker.',
    'With tritium sights for dark lofts.',
    'Titanium nitride coated.',
    'Bluetooth torque log for aerospace fitters.',
  ],
} as const;
