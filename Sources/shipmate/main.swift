print("shipmate")
