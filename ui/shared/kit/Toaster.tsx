import { Suspense } from 'react'
import { lazyPart } from '../lazyPart'

const ToasterBox = lazyPart(() => import('./ToasterBox').then((file) => file.ToasterBox))

/** Where toasts appear; once per page, `raised` where something to press lies in the corner. F6 reaches them. */
export const Toaster = ({ raised }: { raised: boolean }) => (
  <Suspense>
    <ToasterBox raised={raised} />
  </Suspense>
)
