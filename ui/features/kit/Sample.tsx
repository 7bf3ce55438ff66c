import type { ReactNode } from 'react'

/** A group of samples. */
export const Samples = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid min-w-0 gap-4">
    <h2 className="text-lg font-semibold">{title}</h2>
    <div className="grid min-w-0 grid-cols-2 items-start gap-6 max-lg:grid-cols-1">{children}</div>
  </section>
)

type Props = { title: string; isWide?: boolean; children: ReactNode }

/** One component in one state. */
export const Sample = ({ title, isWide = false, children }: Props) => (
  <section className={isWide ? 'col-span-full grid min-w-0 gap-2' : 'grid min-w-0 gap-2'}>
    <h3 className="text-xs text-faint">{title}</h3>
    {children}
  </section>
)

/** A frame for page-sized components. */
export const Stage = ({ children }: { children: ReactNode }) => (
  <div className="card flex h-80 min-w-0 flex-col overflow-hidden">{children}</div>
)
