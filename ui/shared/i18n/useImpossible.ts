import { isClockTime } from './clock'
import { useText } from './useText'

/** Error text for an impossible time; undefined for a valid or empty one. */
export function useImpossible(): (...times: readonly string[]) => string | undefined {
  const t = useText()
  return (...times) => {
    const time = times.find((one) => one !== '' && !isClockTime(one))
    return time === undefined ? undefined : t('kit.hours.impossible', { time })
  }
}
