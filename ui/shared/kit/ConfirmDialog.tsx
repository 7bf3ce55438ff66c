import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '../lazyPart'
import { useOnceTrue } from './useOnceTrue'

export type ConfirmProps = {
  open: boolean
  onClose(): void
  /** Names the object: "Excluir a conexão Loja Centro?" */
  title: ReactNode
  /** What is lost. */
  children: ReactNode
  /** The verb on the button, never "OK". */
  confirm: ReactNode
  onConfirm(): void
  cancel?: ReactNode
  tone?: 'danger' | 'primary'
  busy?: boolean
  /** Something must be done in the dialog first. */
  disabled?: boolean
  /** Where the focus goes at closing; without it where it came from, if that is still there. */
  finalFocus?: () => HTMLElement | true
}

const ConfirmBox = lazyPart(() => import('./ConfirmBox').then((file) => file.ConfirmBox))

/** Asks before something that cannot be undone. Only Escape and the buttons close it. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    useOnceTrue(props.open) && (
      <Suspense>
        <ConfirmBox {...props} />
      </Suspense>
    )
  )
}
