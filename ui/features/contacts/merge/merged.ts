/** The result of merging two contacts, as on the server. Pure. */
import type { MergedData } from '../../../../src/contacts/contract'
import { plain } from '../../../shared/plain'

export type Side = 'original' | 'selected'
export type Fact = { readonly name: string; readonly value: string }

export type Mergeable = {
  readonly name: string
  readonly number: string | null
  readonly username: string | null
  readonly email: string | null
  readonly categoria: { readonly id: number; readonly descricao: string } | null
  readonly extraInfo: readonly Fact[]
}
export type Picks = { readonly [K in 'name' | 'number' | 'email' | 'contactCategoryId']: Side } & {
  readonly extraInfo: Side | 'merge'
}

/** A non-empty value wins, and of two the kept contact's. */
export const usualPicks = (original: Mergeable, selected: Mergeable): Picks => {
  const pick = (mine: unknown, theirs: unknown): Side => (mine || !theirs ? 'original' : 'selected')
  return {
    name: 'original',
    number: pick(original.number, selected.number),
    email: pick(original.email, selected.email),
    contactCategoryId: pick(original.categoria, selected.categoria),
    extraInfo: 'merge',
  }
}

export function mergedOf(original: Mergeable, selected: Mergeable, picks: Picks): Mergeable {
  const of = (side: Side) => (side === 'original' ? original : selected)
  const other = (side: Side) => (side === 'original' ? selected : original)
  const first = <K extends 'number' | 'email' | 'categoria'>(field: K, side: Side): Mergeable[K] =>
    of(side)[field] ?? other(side)[field]
  return {
    name: of(picks.name).name,
    number: first('number', picks.number),
    username: original.username ?? selected.username,
    email: first('email', picks.email),
    categoria: first('categoria', picks.contactCategoryId),
    extraInfo:
      picks.extraInfo === 'merge' ? joined(original.extraInfo, selected.extraInfo) : of(picks.extraInfo).extraInfo,
  }
}

function joined(kept: readonly Fact[], gone: readonly Fact[]): readonly Fact[] {
  const known = new Set(kept.map(({ name }) => plain(name)))
  return [...kept, ...gone.filter(({ name }) => !known.has(plain(name)))]
}

export const dataOf = (picks: Picks): MergedData => ({ ...picks })
