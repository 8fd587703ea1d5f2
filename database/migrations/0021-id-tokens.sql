-- ID tokens are signed with a key out of the shop's secret, as access tokens are: nobody but the shop reads them. Those
-- signed before are good for no exchange; the session behind them gives the next one.
drop table identity.jwks;
