import { atom } from 'jotai/vanilla'
import type { Chapter } from '../../shared/chapter'

/** All chapters, for the menu, the palette and what runs on every page; none until their list has come, a moment after the shell. */
export const chaptersAtom = atom<readonly Chapter[]>([])
