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
  /** Disables the button until something is done in the dialog. */
  disabled?: boolean
  /** Where the focus goes on closing; by default back to where it came from, if that still exists. */
  finalFocus?: () => HTMLElement | true
}

const ConfirmBox = lazyPart(() => import('./ConfirmBox').then((file) => file.ConfirmBox))

/** Confirms something that cannot be undone. Only Escape and the buttons close it. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    useOnceTrue(props.open) && (
      <Suspense>
        <ConfirmBox {...props} />
      </Suspense>
    )
  )
}
