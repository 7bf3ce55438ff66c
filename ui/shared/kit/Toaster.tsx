import { Suspense } from 'react'
import { lazyPart } from '../lazyPart'
import { whenQuiet } from '../quiet'

const ToasterBox = lazyPart(async () => {
  // What is said until then waits: a welcome is no reason to draw the page later.
  await whenQuiet()
  return (await import('./ToasterBox')).ToasterBox
})

/** Where toasts appear; once per page. F6 reaches them. */
export const Toaster = () => (
  <Suspense>
    <ToasterBox />
  </Suspense>
)
