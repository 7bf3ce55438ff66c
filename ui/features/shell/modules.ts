import { atom } from 'jotai/vanilla'
import type { Module } from '../../shared/module'

/** All modules, for the menu, the palette and what runs on every page; none until their list has come, a moment after the shell. */
export const modulesAtom = atom<readonly Module[]>([])
