/** A kind of tool: its names, the letters of its part numbers, its demo plate and its prices in cents. */
export type LargeKind = {
  category: string;
  nouns: readonly string[];
  code: string;
  plate: string;
  specs: readonly string[];
  cents: readonly [from: number, to: number];
};

/** Sizes that several kinds share. */
const sizes: Record<string, string> = {
  volts: '10.8 V, 12 V, 18 V, 36 V, 40 V',
  watts: '500 W, 720 W, 850 W, 1010 W, 1400 W, 2000 W',
  millimetres: '6 mm, 10 mm, 13 mm, 19 mm, 25 mm, 32 mm, 50 mm, 76 mm, 115 mm, 125 mm, 230 mm',
  lengths: '150 mm, 200 mm, 250 mm, 300 mm, 450 mm, 600 mm, 900 mm, 1200 mm',
  kilos: '250 g, 500 g, 1 kg, 1.5 kg, 2 kg, 3 kg, 5 kg',
};

/** Category, nouns, code, plate, sizes, and the lowest and highest price. */
const table = `
Drills | combi drill, drill driver, hammer drill, angle drill | DHP | hammer-drill | volts | 6900 | 39900
Impact drivers | impact driver, impact wrench | DTD | impact-driver | volts | 7900 | 44900
Angle grinders | angle grinder, cut-off grinder, straight grinder | GA | angle-grinder | watts | 4900 | 29900
Circular saws | circular saw, plunge saw, rip saw | HS | circular-saw | watts | 8900 | 59900
Spanners | combination spanner, ratchet spanner, ring spanner | SPN | combination-wrench | millimetres | 400 | 4900
Screwdrivers | screwdriver, precision screwdriver, nut driver | SDR | screwdriver | lengths | 300 | 3900
Hammers | claw hammer, club hammer, sledgehammer, brick hammer | HMR | claw-hammer | kilos | 900 | 7900
Pliers | combination pliers, long-nose pliers, side cutters, crimping pliers | PLR | combination-pliers | lengths | 700 | 8900
Water pump pliers | water pump pliers, slip-joint pliers | WPP | tongue-and-groove-pliers | lengths | 1200 | 7900
Jigsaws | jigsaw, scroll saw | JV | jigsaw | watts | 5900 | 34900
Sanders | random orbit sander, orbital sander, detail sander | BO | random-orbit-sander | watts | 4900 | 49900
Belt sanders | belt sander, file sander | BS | belt-sander | watts | 7900 | 39900
Reciprocating saws | reciprocating saw, sabre saw | JR | reciprocating-saw | volts | 8900 | 42900
Multi-tools | multi-tool, oscillating tool | TM | multi-tool | volts | 5900 | 32900
Rotary hammers | rotary hammer, demolition hammer, breaker | HR | rotary-hammer | watts | 12900 | 129900
Routers | plunge router, palm router, laminate trimmer | RT | plunge-router | watts | 7900 | 54900
Planers | electric planer, power planer | KP | electric-planer | watts | 8900 | 44900
Mitre saws | mitre saw, sliding mitre saw, chop saw | LS | miter-saw | lengths | 12900 | 119900
Table saws | table saw, site saw | MLT | table-saw | lengths | 24900 | 249900
Band saws | band saw, portable band saw | BSW | band-saw | lengths | 19900 | 349900
Chisels | wood chisel, bevel-edge chisel, mortise chisel, cold chisel | CHS | wood-chisel | millimetres | 600 | 8900
Planes | bench plane, block plane, smoothing plane, shoulder plane | PLN | bench-plane | millimetres | 2900 | 34900
Hand saws | hand saw, tenon saw, coping saw, pull saw | SAW | hand-saw | lengths | 900 | 9900
Hacksaws | hacksaw, junior hacksaw | HKS | hacksaw | lengths | 500 | 4900
Tape measures | tape measure, long tape, folding rule | TPM | tape-measure | 3 m, 5 m, 8 m, 10 m, 30 m | 400 | 5900
Levels | box level, spirit level, torpedo level | LVL | box-level | lengths | 900 | 14900
Squares | combination square, try square, sliding bevel | SQR | combination-square | lengths | 800 | 9900
Sockets and ratchets | ratchet handle, socket set, torque wrench | RCH | ratchet-handle | millimetres | 900 | 29900
Wrenches | adjustable wrench, basin wrench | WRN | adjustable-wrench | lengths | 900 | 6900
Pipe tools | pipe wrench, pipe cutter, pipe bender | PPW | pipe-wrench | lengths | 1400 | 24900
Clamps | G-clamp, bar clamp, sash clamp, quick clamp | CLP | c-clamp | lengths | 700 | 8900
Vices | bench vice, drill vice, carver vice | VCE | bench-vise | millimetres | 2900 | 39900
Bench grinders | bench grinder, whetstone grinder | GB | bench-grinder | watts | 6900 | 44900
Pillar drills | pillar drill, bench drill | PD | drill-press | watts | 14900 | 199900
Nailers | framing nailer, brad nailer, staple gun | NLR | framing-nailer | volts | 9900 | 69900
Heat guns | heat gun, hot air station | HG | heat-gun | watts | 2900 | 24900
Welders | MIG welder, stick welder, TIG welder | WLD | mig-welder | 120 A, 160 A, 200 A, 250 A | 19900 | 299900
Compressors | air compressor, silent compressor | CMP | air-compressor | 6 l, 24 l, 50 l, 100 l, 200 l | 12900 | 199900
Generators | generator, inverter generator | GEN | generator | 1 kW, 2 kW, 3.5 kW, 6 kW | 29900 | 399900
Trowels | brick trowel, plastering trowel, gauging trowel | TRW | brick-trowel | lengths | 600 | 5900
Mixers | cement mixer, paddle mixer, plaster mixer | MXR | cement-mixer | watts | 9900 | 89900
Lathes | engineer's lathe, wood lathe, mini lathe | LTH | metal-lathe | lengths | 49900 | 899900
`;

/** The kinds of tools, most common first. */
export const largeKinds: readonly LargeKind[] = table.trim().split('\n').map(toKind);

function toKind(row: string): LargeKind {
  const [category = '', nouns = '', code = '', plate = '', size = '', from, to] = row.split(' | ');
  const specs = (sizes[size] ?? size).split(', ');
  return { category, nouns: nouns.split(', '), code, plate, specs, cents: [Number(from), Number(to)] };
}
