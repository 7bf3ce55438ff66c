import { useAtomValue } from 'jotai/react'
import { textAtom } from './language'
import type { Text } from './translate'

/** The texts of the chosen language: `const t = useText(); t('connections.title')`. */
export const useText = (): Text => useAtomValue(textAtom)
