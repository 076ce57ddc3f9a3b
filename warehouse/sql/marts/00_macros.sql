-- What every mart shares: the 95 % Wilson interval of a share, and the names of a mask.
-- grain: none (macros)
-- inputs: none
-- key: none
-- Wilson (1927) with z = 1.959964; six decimals, so that two machines write the same bytes.

create or replace macro wilson_centre(k, n) as (k + 1.9207294103) / (n + 3.8414588207);

create or replace macro wilson_half(k, n) as
    1.9599639845 * sqrt(k * (n - k) / n::double + 0.9603647052) / (n + 3.8414588207);

create or replace macro wilson_low(k, n) as
    case when n > 0 then case when k = 0 then 0.0
    else greatest(0.0, round(wilson_centre(k, n) - wilson_half(k, n), 6)) end end;

create or replace macro wilson_high(k, n) as
    case when n > 0 then case when k = n then 1.0
    else least(1.0, round(wilson_centre(k, n) + wilson_half(k, n), 6)) end end;

create or replace macro share_of(k, n) as case when n > 0 then round(k / n::double, 6) end;

create or replace macro mask_names(mask, game) as
    case
        when mask is null then null
        when mask = 0 then case when game = 'dm' then '無色' else 'colourless' end
        else concat_ws(
            '/',
            case when mask & 1 > 0 then case when game = 'dm' then '光' else 'W' end end,
            case when mask & 2 > 0 then case when game = 'dm' then '水' else 'U' end end,
            case when mask & 4 > 0 then case when game = 'dm' then '闇' else 'B' end end,
            case when mask & 8 > 0 then case when game = 'dm' then '火' else 'R' end end,
            case when mask & 16 > 0 then case when game = 'dm' then '自然' else 'G' end end
        )
    end;
