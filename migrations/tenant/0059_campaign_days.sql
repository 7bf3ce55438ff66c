-- The chart of all campaigns adds up campaign_points: these counted campaigns that were deleted, and no filter.
DROP TABLE campaign_days;
