import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useText } from '../../shared/i18n/useText'
import { modulesAtom } from '../../shared/module'

const titlesAtom = atom(
  (get) => new Map(get(modulesAtom).flatMap(({ menu }) => (menu ? [[menu.order, menu.title] as const] : []))),
)

/** The entry of the menu with this number, as the menu calls it. */
export function useMenuTitle(): (menu: number) => string | undefined {
  const titles = useAtomValue(titlesAtom)
  const { language } = useText()
  return (menu) => titles.get(menu)?.[language]
}
