import { isClockTime } from './clock'
import { useText } from './useText'

/** Says of a typed time that there is none such; undefined for a time, and for an empty field. */
export function useImpossible(): (...times: readonly string[]) => string | undefined {
  const t = useText()
  return (...times) => {
    const time = times.find((one) => one !== '' && !isClockTime(one))
    return time === undefined ? undefined : t('kit.hours.impossible', { time })
  }
}
