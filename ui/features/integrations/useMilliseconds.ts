import { useFormat } from '../../shared/i18n/useFormat'

/** "840 ms", from a second on "2,4 s". */
export function useMilliseconds(): (ms: number) => string {
  const { number } = useFormat()
  return (ms) => (ms < 1000 ? `${number(ms)} ms` : `${number(Math.round(ms / 100) / 10)} s`)
}
