/** A kind of tool: what it is called, its part numbers' letters, the demo plate that shows it and its prices in cents. */
export type LargeKind = {
  category: string;
  nouns: readonly string[];
  code: string;
  plate: string;
  specs: readonly string[];
  cents: readonly [from: number, to: number];
};

const volts = ['10.8 V', '12 V', '18 V', '36 V', '40 V'];
const watts = ['500 W', '720 W', '850 W', '1010 W', '1400 W', '2000 W'];
const millimetres = [
  '6 mm',
  '10 mm',
  '13 mm',
  '19 mm',
  '25 mm',
  '32 mm',
  '50 mm',
  '76 mm',
  '115 mm',
  '125 mm',
  '230 mm',
];
const lengths = ['150 mm', '200 mm', '250 mm', '300 mm', '450 mm', '600 mm', '900 mm', '1200 mm'];
const kilos = ['250 g', '500 g', '1 kg', '1.5 kg', '2 kg', '3 kg', '5 kg'];

const kind = (
  category: string,
  nouns: string,
  code: string,
  plate: string,
  specs: readonly string[],
  cents: readonly [number, number],
): LargeKind => ({ category, nouns: nouns.split(', '), code, plate, specs, cents });

/** The kinds of tools, the commonest first. */
export const largeKinds: readonly LargeKind[] = [
  kind(
    'Drills',
    'combi drill, drill driver, hammer drill, angle drill',
    'DHP',
    'combi-drill',
    volts,
    [6_900, 39_900],
  ),
  kind('Impact drivers', 'impact driver, impact wrench', 'DTD', 'impact-driver', volts, [7_900, 44_900]),
  kind(
    'Angle grinders',
    'angle grinder, cut-off grinder, straight grinder',
    'GA',
    'angle-grinder',
    watts,
    [4_900, 29_900],
  ),
  kind('Circular saws', 'circular saw, plunge saw, rip saw', 'HS', 'circular-saw', watts, [8_900, 59_900]),
  kind(
    'Spanners',
    'combination spanner, ratchet spanner, ring spanner',
    'SPN',
    'combination-spanner',
    millimetres,
    [400, 4_900],
  ),
  kind(
    'Screwdrivers',
    'screwdriver, precision screwdriver, nut driver',
    'SDR',
    'screwdriver',
    lengths,
    [300, 3_900],
  ),
  kind(
    'Hammers',
    'claw hammer, club hammer, sledgehammer, brick hammer',
    'HMR',
    'claw-hammer',
    kilos,
    [900, 7_900],
  ),
  kind(
    'Pliers',
    'combination pliers, long-nose pliers, side cutters, crimping pliers',
    'PLR',
    'combination-pliers',
    lengths,
    [700, 8_900],
  ),
  kind(
    'Water pump pliers',
    'water pump pliers, slip-joint pliers',
    'WPP',
    'water-pump-pliers',
    lengths,
    [1_200, 7_900],
  ),
  kind('Jigsaws', 'jigsaw, scroll saw', 'JV', 'jigsaw', watts, [5_900, 34_900]),
  kind(
    'Sanders',
    'random orbit sander, orbital sander, detail sander',
    'BO',
    'random-orbit-sander',
    watts,
    [4_900, 49_900],
  ),
  kind('Belt sanders', 'belt sander, file sander', 'BS', 'belt-sander', watts, [7_900, 39_900]),
  kind(
    'Reciprocating saws',
    'reciprocating saw, sabre saw',
    'JR',
    'reciprocating-saw',
    volts,
    [8_900, 42_900],
  ),
  kind('Multi-tools', 'multi-tool, oscillating tool', 'TM', 'multi-tool', volts, [5_900, 32_900]),
  kind(
    'Rotary hammers',
    'rotary hammer, demolition hammer, breaker',
    'HR',
    'rotary-hammer',
    watts,
    [12_900, 129_900],
  ),
  kind(
    'Routers',
    'plunge router, palm router, laminate trimmer',
    'RT',
    'plunge-router',
    watts,
    [7_900, 54_900],
  ),
  kind('Planers', 'electric planer, power planer', 'KP', 'electric-planer', watts, [8_900, 44_900]),
  kind('Mitre saws', 'mitre saw, sliding mitre saw, chop saw', 'LS', 'mitre-saw', lengths, [12_900, 119_900]),
  kind('Table saws', 'table saw, site saw', 'MLT', 'table-saw', lengths, [24_900, 249_900]),
  kind('Band saws', 'band saw, portable band saw', 'BSW', 'band-saw', lengths, [19_900, 349_900]),
  kind(
    'Chisels',
    'wood chisel, bevel-edge chisel, mortise chisel, cold chisel',
    'CHS',
    'wood-chisel',
    millimetres,
    [600, 8_900],
  ),
  kind(
    'Planes',
    'bench plane, block plane, smoothing plane, shoulder plane',
    'PLN',
    'bench-plane',
    millimetres,
    [2_900, 34_900],
  ),
  kind('Hand saws', 'hand saw, tenon saw, coping saw, pull saw', 'SAW', 'hand-saw', lengths, [900, 9_900]),
  kind('Hacksaws', 'hacksaw, junior hacksaw', 'HKS', 'hacksaw', lengths, [500, 4_900]),
  kind(
    'Tape measures',
    'tape measure, long tape, folding rule',
    'TPM',
    'tape-measure',
    ['3 m', '5 m', '8 m', '10 m', '30 m'],
    [400, 5_900],
  ),
  kind('Levels', 'box level, spirit level, torpedo level', 'LVL', 'box-level', lengths, [900, 14_900]),
  kind(
    'Squares',
    'combination square, try square, sliding bevel',
    'SQR',
    'combination-square',
    lengths,
    [800, 9_900],
  ),
  kind(
    'Sockets and ratchets',
    'ratchet handle, socket set, torque wrench',
    'RCH',
    'ratchet-handle',
    millimetres,
    [900, 29_900],
  ),
  kind('Wrenches', 'adjustable wrench, basin wrench', 'WRN', 'adjustable-wrench', lengths, [900, 6_900]),
  kind('Pipe tools', 'pipe wrench, pipe cutter, pipe bender', 'PPW', 'pipe-wrench', lengths, [1_400, 24_900]),
  kind('Clamps', 'G-clamp, bar clamp, sash clamp, quick clamp', 'CLP', 'g-clamp', lengths, [700, 8_900]),
  kind('Vices', 'bench vice, drill vice, carver vice', 'VCE', 'bench-vice', millimetres, [2_900, 39_900]),
  kind('Bench grinders', 'bench grinder, whetstone grinder', 'GB', 'bench-grinder', watts, [6_900, 44_900]),
  kind('Pillar drills', 'pillar drill, bench drill', 'PD', 'pillar-drill', watts, [14_900, 199_900]),
  kind('Nailers', 'framing nailer, brad nailer, staple gun', 'NLR', 'framing-nailer', volts, [9_900, 69_900]),
  kind('Heat guns', 'heat gun, hot air station', 'HG', 'heat-gun', watts, [2_900, 24_900]),
  kind(
    'Welders',
    'MIG welder, stick welder, TIG welder',
    'WLD',
    'mig-welder',
    ['120 A', '160 A', '200 A', '250 A'],
    [19_900, 299_900],
  ),
  kind(
    'Compressors',
    'air compressor, silent compressor',
    'CMP',
    'air-compressor',
    ['6 l', '24 l', '50 l', '100 l', '200 l'],
    [12_900, 199_900],
  ),
  kind(
    'Generators',
    'generator, inverter generator',
    'GEN',
    'generator',
    ['1 kW', '2 kW', '3.5 kW', '6 kW'],
    [29_900, 399_900],
  ),
  kind(
    'Trowels',
    'brick trowel, plastering trowel, gauging trowel',
    'TRW',
    'brick-trowel',
    lengths,
    [600, 5_900],
  ),
  kind('Mixers', 'cement mixer, paddle mixer, plaster mixer', 'MXR', 'cement-mixer', watts, [9_900, 89_900]),
  kind(
    'Lathes',
    "engineer's lathe, wood lathe, mini lathe",
    'LTH',
    'engineers-lathe',
    lengths,
    [49_900, 899_900],
  ),
];

/** The makers, the commonest first. */
export const largeBrands: readonly string[] =
  'Halden, Tarnholt, Brackwell, Fenwright, Ostrand, Korvik, Mellbourne, Ravensmoor, Draxel, Norrund, Peverell, Stahlwin, Aldwick, Torvane, Grimsby Forge, Castellan, Voltmark, Beckhoff and Sons, Lindqvist, Marlow, Ironbridge, Tessaro, Wexcombe, Hartmann, Yarrow, Oakhurst, Kestrel, Brunmark, Sandvale, Pendrake, Rothwell, Arkwright, Silvano, Dunmore, Holtkamp, Ferrix, Calderon, Thornbury, Ulvik, Zelmar, Eastgate, Corvane, Bjornstad, Millrace, Penrose, Quarrystone, Vantor, Wolfsen, Ashdown, Cragmoor, Delvaux, Elmet, Fairlight, Gunnarsen, Hexley, Inverkip, Jorvik, Kilnsey, Langdale, Moorgate'.split(
    ', ',
  );

/** What descriptions are made of; `{spec}` and `{noun}` are filled in. */
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
