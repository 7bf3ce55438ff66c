import { Suspense } from 'react'
import { lazyPart } from '../lazyPart'

const ToasterBox = lazyPart(() => import('./ToasterBox').then((file) => file.ToasterBox))

/** Where toasts appear; once per page. F6 reaches them. */
export const Toaster = () => (
  <Suspense>
    <ToasterBox />
  </Suspense>
)
