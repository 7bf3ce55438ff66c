/** Sign-up schemas shared with the browser. */
import * as v from 'valibot'
import { Email, Id, Name, PhoneNumber, StrongPassword } from '../../platform/formats'

/** A trial company and its first administrator. */
export const SignUp = v.object({
  companyName: Name,
  name: Name,
  email: Email,
  phone: PhoneNumber,
  password: StrongPassword,
  /** A public plan, which the company pays for after the trial. */
  planId: v.optional(v.nullable(Id)),
})
export type SignUp = v.InferOutput<typeof SignUp>

const OfferedPlan = v.object({
  id: Id,
  name: v.string(),
  /** Cents a month. */
  amount: v.number(),
  /** Null: no limit. */
  users: v.nullable(v.number()),
  connections: v.nullable(v.number()),
})
export type OfferedPlan = v.InferOutput<typeof OfferedPlan>

/** The plans offered to visitors. */
export const SignUpOffer = v.object({ trialDays: v.number(), plans: v.array(OfferedPlan) })
export type SignUpOffer = v.InferOutput<typeof SignUpOffer>
