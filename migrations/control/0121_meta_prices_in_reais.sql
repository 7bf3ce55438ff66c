-- Meta's own table for Brazil in reais, from October 2026, instead of its table in dollars at 5.60 reais. What an operator
-- has set stays.
UPDATE message_prices SET service = 350, utility = 350, marketing = 3217, authentication = 350
WHERE valid_from = '2026-10-01' AND (service, utility, marketing, authentication) = (381, 381, 3500, 381);
