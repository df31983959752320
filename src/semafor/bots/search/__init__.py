"""The searching player: plays on from sampled worlds with fast policies, and takes what pays best."""
