import { Suspense, use } from 'react'
import { lazyPart } from '../lazyPart'
import { useFirstPress } from './firstPress'
import { type ChoiceProps, type ItemProps, MenuParts, type MenuProps } from './menuParts'

const MenuBox = lazyPart(() => import('./MenuBox').then((file) => file.MenuBox))

/** A menu of actions on a button. */
export function Menu(props: MenuProps) {
  const { isPressed, button } = useFirstPress(props.trigger, 'menu')
  return <Suspense fallback={button}>{isPressed ? <MenuBox {...props} /> : button}</Suspense>
}

function useParts() {
  const parts = use(MenuParts)
  if (!parts) throw new Error('Menu is missing above this component')
  return parts
}

export function MenuItem(props: ItemProps) {
  const { Item } = useParts()
  return <Item {...props} />
}

export function MenuSeparator() {
  const { Separator } = useParts()
  return <Separator />
}

/** One of several options, with a tick at the selected one. Stays open, so that the effect is visible. */
export function MenuChoice<V extends string>(props: ChoiceProps<V>) {
  const { Choice } = useParts()
  return <Choice {...props} />
}
