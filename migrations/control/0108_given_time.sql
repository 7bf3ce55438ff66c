-- Time that the operator gave has no value: a change of plan does not convert it, and a refund does not take it.

-- Until then the time was given, and after it paid at `paid_price`. Null: all of it was paid, or, at the price 0, given.
ALTER TABLE companies ADD COLUMN given_until INTEGER;
