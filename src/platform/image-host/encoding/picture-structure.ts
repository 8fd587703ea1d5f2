/**
 * What the structure of a file says of the picture in it. `end` is where the picture ends: bytes behind that are none
 * of its. `bloated` says that a part beside the pixels unfolds to more than is reasonable.
 */
export type PictureStructure = { end: number; animated: boolean; bloated: boolean };
