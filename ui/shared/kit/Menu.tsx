import { Suspense, use } from 'react'
import { lazyPart } from '../lazyPart'
import { useFirstPress } from './firstPress'
import { type ChoiceProps, type ItemProps, MenuParts, type MenuProps } from './menuParts'

const MenuBox = lazyPart(() => import('./MenuBox').then((file) => file.MenuBox))

/** A list of things to do, on a button. */
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

/** One of several, with a tick at the chosen one. Stays open, so that the effect can be seen. */
export function MenuChoice<V extends string>(props: ChoiceProps<V>) {
  const { Choice } = useParts()
  return <Choice {...props} />
}
