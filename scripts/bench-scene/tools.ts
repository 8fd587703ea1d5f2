/** A tool of the scene: its plate in `demo/plates`, the position of the plate's `origin` on the scene's 1920
 * × 750, and its scale and rotation. Plates are 1200 × 900. */
export type SceneTool = {
  plate: string;
  at: [x: number, y: number];
  scale: number;
  turn: number;
  origin: [x: number, y: number];
};

const BENCH_TOP = 624;

/** A tool hung on the board, rotated about the plate's middle. */
function hung(plate: string, x: number, y: number, scale: number, turn: number): SceneTool {
  return { plate, at: [x, y], scale, turn, origin: [600, 450] };
}

/** A tool set down on the bench; `foot` is the tool's lower edge on its plate. */
function standing(plate: string, x: number, scale: number, foot: number): SceneTool {
  return { plate, at: [x, BENCH_TOP], scale, turn: 0, origin: [600, foot] };
}

/** The tools on the wall and on the bench, rearmost first. */
export const sceneTools: SceneTool[] = [
  hung('claw-hammer', 1048, 242, 0.29, -60),
  hung('combination-wrench', 1176, 246, 0.28, -58),
  hung('adjustable-wrench', 1274, 241, 0.275, -60),
  hung('combination-pliers', 1362, 231, 0.245, 118),
  hung('screwdriver', 1438, 240, 0.25, -60),
  hung('wood-chisel', 1502, 239, 0.25, -58),
  hung('hand-saw', 1604, 270, 0.32, -76),
  hung('hacksaw', 1744, 264, 0.31, -80),
  hung('pipe-wrench', 1856, 248, 0.285, -58),
  standing('bench-plane', 1096, 0.21, 656),
  standing('hammer-drill', 1314, 0.3, 800),
  standing('bench-vise', 1556, 0.32, 741),
  standing('plunge-router', 1796, 0.29, 790),
  standing('tape-measure', 690, 0.17, 690),
  standing('bench-grinder', 134, 0.34, 730),
];
