/** A run held against an earlier one: what has become dearer beside hello. */
import type { Failed, Result } from './targets'

/** Lost, of the share it had. */
const TOLERATED = 0.15

type Run = { readonly results: readonly Result[] }

/** Rows that only one of the runs has are left out. */
export const worseThan = (old: Run, now: Run): Failed[] =>
  now.results.flatMap((result) => {
    const before = old.results.find(({ id, size }) => id === result.id && size === result.size)
    const [was, is] = [Number(before?.ratioToHello), Number(result.ratioToHello)]
    return is < was * (1 - TOLERATED) ? [{ id: nameOf(result), field: 'ratioToHello', value: is, target: was }] : []
  })

const nameOf = ({ id, size }: Result) => (size === undefined ? id : `${id} ${size}`)
