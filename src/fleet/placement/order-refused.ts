/**
 * Why an order cannot be carried out. `tooOld`: the program of the target does not know the company's data. `full`: its disk
 * is. `noOther`: no other node is there to take the companies. `othersFull`: the disks of all others are full.
 */
export type OrderFault =
  | 'noCompany'
  | 'control'
  | 'there'
  | 'notRunning'
  | 'emptying'
  | 'tooOld'
  | 'full'
  | 'nothingToGive'
  | 'noOther'
  | 'othersFull'

/** An order that cannot be carried out, in words. `fault` names the same for screens, which say it in their language. */
export class OrderRefused extends Error {
  readonly fault: OrderFault | undefined
  constructor(words: string, fault?: OrderFault) {
    super(words)
    this.name = 'OrderRefused'
    this.fault = fault
  }
}

/** Screens are served without the fleet's code, so they know the error by its name. */
export const isOrderRefused = (error: unknown): error is OrderRefused =>
  error instanceof Error && error.name === 'OrderRefused'
