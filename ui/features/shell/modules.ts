import { atom } from 'jotai/vanilla'
import type { Module } from '../../shared/module'

/**
 * All modules, for the menu, the palette and background hooks; empty until the list has loaded, a moment after the
 * shell.
 */
export const modulesAtom = atom<readonly Module[]>([])
